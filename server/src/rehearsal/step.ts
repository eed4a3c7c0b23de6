export interface Step {
  name: string;
  isOk: boolean;
  /** Sentences without any value of an account. */
  saw: string;
}
