import * as z from 'zod/mini'
import {NAME_LENGTH, TEXT_LENGTH} from '../../limits'
import {id, json} from '../common'
import {line, text} from '../text'

export const lineOrNull = z.optional(z.nullable(line(NAME_LENGTH)))
export const idOrNull = z.optional(z.nullable(id))

/** A text or JSON for any purpose. Its depth needs no check here, because the server limits the depth of every body. */
export const additionalInfo = z.union([z.null(), text(TEXT_LENGTH), z.record(z.string(), json), z.array(json)])
