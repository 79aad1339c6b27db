/** The folder of a data directory with the rows of large fleets. */
export const FLEET_FOLDER = 'fleet';
