import * as z from 'zod/mini'
import {NAME_LENGTH, WALL_NAME_LENGTH} from '../../limits'
import {json} from '../common'
import {currentUser} from '../people/user'
import {addition, nothing} from '../route'
import {requiredLine} from '../text'

/**
 * An address by which a screen shows the wall named `wall`. `name` says where the screen is, and `issued_by` is the
 * email of the admin. Times are epoch ms; `last_seen_at` is null before the link was used.
 */
const wallLink = z.object({
  _id: z.string(),
  wall: z.string(),
  name: z.string(),
  issued_by: z.string(),
  issued_at: z.number(),
  last_seen_at: z.nullable(z.number()),
})
export type WallLinkWire = z.infer<typeof wallLink>

const newWallLink = z.object({wall: requiredLine(WALL_NAME_LENGTH), name: requiredLine(NAME_LENGTH)})
export type NewWallLink = z.infer<typeof newWallLink>

/** The only answer with the token. The server stores a hash of it. */
export const issuedWallLink = z.extend(wallLink, {token: z.string()})

/** The links that are not revoked, newest first. */
export const listWallLinks = addition('GET', '/api/v0/wall-link/by-org/:id', {answer: z.array(wallLink)})
/** Refused with 404 for a wall that the organisation does not have. */
export const issueWallLink = addition('POST', '/api/v0/wall-link/by-org/:id', {
  body: newWallLink,
  answer: issuedWallLink,
  status: 201,
})
export const revokeWallLink = addition('DELETE', '/api/v0/wall-link/by-org/:id/link/:linkId', {answer: nothing})

const TOKEN_LENGTH = 200

/** Signs a screen in. Refused with 401 for a wrong token, and with 410 for a revoked one. */
export const openWallLink = addition('POST', '/api/v0/auth/wall-link', {
  body: z.object({token: z.string().check(z.minLength(1), z.maxLength(TOKEN_LENGTH))}),
  answer: currentUser,
})

/** The own wall from the attribute `walls`; null when none has its name. */
export const readShownWall = addition('GET', '/api/v0/wall-link/wall', {answer: z.object({wall: z.nullable(json)})})
