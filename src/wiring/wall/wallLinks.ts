import {fromPromise} from 'xstate'
import {loadList} from '../../api/media/lists'
import {issueWallLink, loadWallLinks, revokeWallLink} from '../../api/wall/wallLinks'
import {WALLS} from '../../domain/wall/walls'
import type {SecretsInput} from '../../machines/issuedSecrets'
import {connected} from '../../machines/ports'
import {type WallLinksLogic, wallLinksMachine} from '../../machines/wall/wallLinks'
import type {Connections} from '../connections'

export function createWallLinksLogic({http, retries, serverClock: clock}: Connections): WallLinksLogic {
  return connected(wallLinksMachine)({
    actors: {
      retries,
      load: fromPromise(async ({input, signal}) => {
        const organisationId = organisationOf(input)
        const owner = {kind: 'organisation', id: organisationId, organisationId} as const
        const [secrets, {list}] = await Promise.all([
          loadWallLinks({http, clock}, organisationId, {signal}),
          loadList(http, {owner, rules: WALLS}, {signal}),
        ])
        return {secrets, choices: list.items.map(({name}) => name)}
      }),
      issue: fromPromise(async ({input, signal}) => {
        const body = {organisationId: organisationOf(input), ...input.request}
        const {link, token} = await issueWallLink({http, clock}, body, {signal})
        // Browsers send to no server what stands after `#`.
        return {secret: link, plainText: `${window.location.origin}/wall#token=${token}`}
      }),
      revoke: fromPromise(({input, signal}) =>
        revokeWallLink(http, {organisationId: organisationOf(input), id: input.id}, {signal}),
      ),
    },
  })
}

function organisationOf({organisationId}: SecretsInput): string {
  if (organisationId === null) throw new Error('The system has no walls')
  return organisationId
}
