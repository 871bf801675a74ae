import type {ATTRIBUTE_SCOPES, AttributeScope} from '../wire/entities/attribute'

export type ScopeName = keyof typeof ATTRIBUTE_SCOPES

export const scopeName = (scope: AttributeScope): ScopeName => NAMES[scope]

const NAMES = {0: 'client', 1: 'server', 2: 'shared'} as const satisfies Record<AttributeScope, ScopeName>
