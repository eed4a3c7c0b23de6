/** An error that an operator can correct. Its message says what is wrong and what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
