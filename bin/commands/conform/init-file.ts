/** The config file that `fleetkit conform init` writes without `--output`. */
export const USUAL_FILE = 'fleetkit.config.yaml';

/** The `--output` that stands for standard output. */
export const TO_SCREEN = '-';
