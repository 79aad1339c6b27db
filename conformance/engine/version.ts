import packageJson from '../../package.json' with { type: 'json' };

/** The version of the kit for reports. */
export const kitVersion: string = packageJson.version;
