import { useEffect } from 'preact/hooks';
import { type Resource, useResource } from './resource.ts';

/** How often a resource is read again while something is in progress that no message reports. */
const INTERVAL_MS = 1000;

/** Like `useResource`, and reads again at intervals while `isRunning` is true of the data. */
export function useRunResource<Data>(
  key: string,
  read: () => Promise<Data>,
  isRunning: (data: Data) => boolean,
): Resource<Data> {
  const resource = useResource(key, read);
  const isActive = resource.data !== undefined && isRunning(resource.data);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(resource.reload, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isActive]);
  return resource;
}
