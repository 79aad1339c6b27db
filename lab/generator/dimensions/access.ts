import { choose, far } from './define.ts';
import { PERMITS as P } from './permits.ts';

/** Keys, roles and who sees what. */
export const accessDimensions = {
  keyFormat: choose(P.keys, 'characters of an API key', ['hex', 'uuid', 'prefixed', 'base64', 'dotted', 'digits']),
  keysGiven: choose(P.keys, 'which keys the user of the kit owns', [
    'administrators-and-restricted',
    'two-administrators',
    'one',
    'one-tenant',
    'restricted-only',
    'all',
  ]),
  roleRights: choose(P.scope, 'whether a role limits the areas that a user may read', ['all-areas', 'by-role']),
  deniedArea: choose(P.errors, 'reply to a read of an area that the role excludes', [
    '403',
    '404',
    { value: 'empty', permit: P.scope },
    '401',
  ]),
  batchVisibility: choose(P.scope, 'batches that a user restricted to some terminals sees', [
    'account',
    'whole-fleet-users',
    'touched',
    'own-part',
  ]),
  connectorVisibility: choose(P.scope, 'connectors that a restricted user sees', ['account', 'linked']),
  userVisibility: choose(P.scope, 'users that a user sees', ['administrator-sees-all', 'account', 'self']),
  groupVisibility: choose(P.scope, 'groups that a restricted user sees', ['with-visible-terminal', 'assigned']),
  disputeVisibility: choose(P.scope, 'disputes that a restricted user sees', ['terminals', far('also-assigned')]),
  platformConnectors: choose(P.scope, 'connectors that all tenants see', ['none', 'shared']),
  userForm: choose(P.portalFields, 'what the portal shows of a user', ['record', 'masked-mail', 'name-only']),
  writers: choose(P.roles, 'roles that may call the write paths', [
    'administrator',
    'administrator-and-finance',
    'disputes-also-finance',
    far('none-of-the-keys', P.writePrivilege),
  ]),
  groupTerminals: choose(P.otherFields, 'what a group states about its terminals', [
    'ids',
    'count',
    'objects',
    'nothing',
  ]),
  keysPerUser: choose(P.keys, 'keys of one user', ['one', 'two']),
  emptyScope: choose(P.errors, 'lists of a user who sees no terminal', [
    { value: 'empty-lists', permit: P.scope },
    '403',
  ]),
  catalogReach: choose(P.scope, 'whether the catalog lists what the caller may not use', ['all', 'caller']),
};
