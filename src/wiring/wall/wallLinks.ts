import {fromPromise} from 'xstate'
import {loadList} from '../../api/media/lists'
import {issueWallLink, loadWallLinks, revokeWallLink} from '../../api/wall/wallLinks'
import {WALLS} from '../../domain/wall/walls'
import {type WallLinksLogic, wallLinksMachine} from '../../machines/wall/wallLinks'
import type {Connections} from '../connections'

export function createWallLinksLogic({http, serverClock: clock}: Connections): WallLinksLogic {
  return wallLinksMachine.provide({
    actors: {
      load: fromPromise(async ({input: {organisationId}, signal}) => {
        const owner = {kind: 'organisation', id: organisationId, organisationId} as const
        const [links, {list}] = await Promise.all([
          loadWallLinks({http, clock}, organisationId, {signal}),
          loadList(http, {owner, rules: WALLS}, {signal}),
        ])
        return {links, walls: list.items.map(({name}) => name)}
      }),
      issue: fromPromise(async ({input, signal}) => {
        const {link, token} = await issueWallLink({http, clock}, input, {signal})
        // Browsers send to no server what stands after `#`.
        return {link, address: `${window.location.origin}/wall#token=${token}`}
      }),
      revoke: fromPromise(({input, signal}) => revokeWallLink(http, input, {signal})),
    },
  })
}
