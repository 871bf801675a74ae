import * as z from 'zod/mini'
import {type Json, json} from '../../contract/wire/common'
import {type AttributeWire, attribute, type EntityType} from '../../contract/wire/entities/attribute'
import {asAnyServerSends} from './anyServer'

/** An attribute from any server. Only its scope and key are certain to be there. */
export const anyAttribute = asAnyServerSends(z.partial(attribute, {id: true, entityId: true, lastUpdateTs: true}))
export type AnyAttribute = z.infer<typeof anyAttribute>

/** What the paths of an entity's attributes name. */
export const ownerParams = ({kind, id}: {kind: EntityType; id: string}) => ({entityType: kind, entityId: id})

type Typed = Pick<AttributeWire, 'bool_v' | 'str_v' | 'long_v' | 'dbl_v' | 'json_v'>

/** The value of an attribute, whichever its type is. */
export const attributeJson = ({bool_v, str_v, long_v, dbl_v, json_v}: Typed): Json =>
  bool_v ?? long_v ?? dbl_v ?? str_v ?? jsonOrNull.parse(json_v ?? null)

export const jsonOrNull = z.catch(json, null)
