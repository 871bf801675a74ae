import * as z from 'zod/mini'
import {type Json, json} from '../../contract/wire/common'
import type {AttributeWire} from '../../contract/wire/entities/attribute'

type Typed = Pick<AttributeWire, 'bool_v' | 'str_v' | 'long_v' | 'dbl_v' | 'json_v'>

/** The value of an attribute, whichever its type is. */
export const attributeJson = ({bool_v, str_v, long_v, dbl_v, json_v}: Typed): Json =>
  bool_v ?? long_v ?? dbl_v ?? str_v ?? jsonOrNull.parse(json_v ?? null)

const jsonOrNull = z.catch(json, null)
