/** The web app: its builds, and making a new one when the sources have changed. */
export { WebApp, type WebFile } from './web-app.ts';
