import type {ScopeName} from '../../../../contract/rules/scopeName'
import type {AttributeScope} from '../../../../contract/wire/attribute'

/** In the order of the tabs, which the specification begins with the shared scope. */
export const SCOPES = [
  {name: 'shared', scope: 2},
  {name: 'server', scope: 1},
  {name: 'client', scope: 0},
] as const satisfies readonly {name: ScopeName; scope: AttributeScope}[]
