import {textsOf} from '../../domain/language'
import type {WallLink} from '../../domain/wall/walls'
import {createIssuedSecretsMachine} from '../issuedSecrets'

export const wallLinksTexts = textsOf('machines.wallLinks', {
  loadFailed: 'Failed to load the wall links',
  issueFailed: 'Failed to issue the wall link',
  revokeFailed: 'Failed to revoke the wall link',
})

/** The names of the walls that the organisation keeps. */
export type LinkedWalls = readonly string[]

export interface NewWallLink {
  wall: string
  name: string
}

/** The links by which screens show walls of an organisation. */
export const wallLinksMachine = createIssuedSecretsMachine<WallLink, LinkedWalls, NewWallLink>(wallLinksTexts, [])

export type WallLinksLogic = typeof wallLinksMachine
