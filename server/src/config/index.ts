/** The configuration: what the environment says, and what the operator has to correct in it. */

export { type Config, ConfigError, type Environment, loadConfig, readConfig } from './config.ts';
export type { OpenIdSettings } from './openid.ts';
export { exitWithError, findSentence } from './sentences.ts';
