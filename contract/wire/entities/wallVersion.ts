import * as z from 'zod/mini'
import {WALL_NAME_LENGTH} from '../../limits'
import {json} from '../common'
import {addition} from '../route'
import {requiredLine} from '../text'

/**
 * `value` is the wall in the attribute `walls` since `kept_at` (epoch ms). `email` is null when its user is out of
 * reach, or when the wall was stored before versions were.
 */
const wallVersion = z.object({
  _id: z.string(),
  kept_at: z.number(),
  email: z.nullable(z.string()),
  value: json,
})

/** The last versions of a wall, the newest first, and the names of all walls that have some, removed ones included. */
export const listWallVersions = addition('GET', '/api/v0/wall-version/by-org/:id', {
  query: z.object({wall: requiredLine(WALL_NAME_LENGTH)}),
  answer: z.object({walls: z.array(z.string()), versions: z.array(wallVersion)}),
})
