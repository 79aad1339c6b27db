/**
 * Thrown for a read or write in a world that was deleted, possibly by another process. To clients it is a world that
 * never existed.
 */
export class WorldDeleted extends Error {
  constructor(options?: ErrorOptions) {
    super('the world was deleted', options);
    this.name = 'WorldDeleted';
  }
}
