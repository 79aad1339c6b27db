/**
 * Removes the variables of fleetkit that have no value of a user: empty ones, as scripts and compose files write them, and
 * `FLEETKIT_PORT=tcp://…`, which Kubernetes sets in each pod beside a service named `fleetkit`.
 */
export function removeUnsetVariables(environment: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('FLEETKIT_') && (value === '' || /^(?:tcp|udp):\/\//.test(value ?? '')))
      delete environment[name];
}
