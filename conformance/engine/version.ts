import packageJson from '../../package.json' with { type: 'json' };

/** The version of the kit, as reports name it. */
export const kitVersion: string = packageJson.version;
