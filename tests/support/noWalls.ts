import type {WallLinkRepository} from '../../server/wallLink/repository'

/** For parts of the server that are tested without wall links. */
export const noWalls: Pick<WallLinkRepository, 'shownOn' | 'markSeen' | 'findByToken'> = {
  shownOn: async () => null,
  markSeen: async () => {},
  findByToken: async () => undefined,
}
