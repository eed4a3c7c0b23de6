/** SQL that writes a timestamp into JSON in the format of all other timestamps: `2026-11-21T03:04:05.600000Z`. */
export function jsonMoment(column: string): string {
  return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
