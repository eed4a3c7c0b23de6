/** What networks refuse, by rule. */
import { decimal } from './amounts.ts';
import type { Violated, ViolationWords } from './violation-words.ts';
import { fileViolations } from './violations-files.ts';
import { settingViolations } from './violations-settings.ts';
import { textViolations } from './violations-texts.ts';

export const violations: ViolationWords = { ...fileViolations, ...settingViolations, ...textViolations };

/** Of a rule without words of its own. */
export function anyViolation({ network, rule, measured, limit, unit }: Violated): string {
  const isMeasured = typeof measured === 'number' && typeof limit === 'number' && unit !== 'violations';
  const numbers = isMeasured ? `: erlaubt ist ${decimal(limit)}, hier ist es ${decimal(measured)}` : '';
  return `${network} nimmt den Beitrag so nicht an (${rule})${numbers}.`;
}

const hints: Readonly<Record<string, string>> = {
  animated: ' Belfry wandelt bewegte Bilder nicht um, denn danach stünden sie still.',
  export: ' Exportieren Sie es als MP4 mit H.264 und AAC.',
  export_or_install:
    ' Exportieren Sie es als MP4 mit H.264 und AAC, oder bitten Sie den Betreiber von Belfry, ffmpeg auf dem Server zu installieren: Dann wandelt Belfry es um.',
};

/** Why conversion does not help, and what does. */
export function hintOf({ params }: Violated): string {
  return hints[String(params['kept'] ?? params['way'])] ?? '';
}
