import {loadList} from '../../api/media/lists'
import {issueWallLink, loadWallLinks, revokeWallLink} from '../../api/wall/wallLinks'
import {WALLS} from '../../domain/wall/walls'
import type {SecretsInput} from '../../machines/issuedSecrets'
import {connected} from '../../machines/ports'
import {type WallLinksLogic, wallLinksMachine} from '../../machines/wall/wallLinks'
import {ask} from '../ask'
import type {Connections} from '../connections'

export function createWallLinksLogic({http, retries}: Connections): WallLinksLogic {
  return connected(wallLinksMachine)({
    actors: {
      retries,
      load: ask(http, async (_, input, options) => {
        const organisationId = organisationOf(input)
        const owner = {kind: 'organisation', id: organisationId, organisationId} as const
        const [secrets, {list}] = await Promise.all([
          loadWallLinks(http, organisationId, options),
          loadList(http, {owner, rules: WALLS}, options),
        ])
        return {secrets, choices: list.items.map(({name}) => name)}
      }),
      issue: ask(http, async (_, input, options) => {
        const body = {organisationId: organisationOf(input), ...input.request}
        const {link, token} = await issueWallLink(http, body, options)
        // Browsers send to no server what stands after `#`.
        return {secret: link, plainText: `${window.location.origin}/wall#token=${token}`}
      }),
      revoke: ask(http, (_, input, options) =>
        revokeWallLink(http, {organisationId: organisationOf(input), id: input.id}, options),
      ),
    },
  })
}

function organisationOf({organisationId}: SecretsInput): string {
  if (organisationId === null) throw new Error('The system has no walls')
  return organisationId
}
