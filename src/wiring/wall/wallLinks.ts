import {listFrom} from '../../../contract/rules/lists/storedList'
import {WALLS_ATTRIBUTE, wallNameFrom} from '../../../contract/rules/lists/walls'
import type {Json} from '../../../contract/wire/common'
import {loadList} from '../../api/lists'
import {issueWallLink, loadWallLinks, revokeWallLink} from '../../api/wall/wallLinks'
import type {SecretsInput} from '../../machines/issuedSecrets'
import {connected} from '../../machines/ports'
import {type WallLinksLogic, wallLinksMachine} from '../../machines/wall/wallLinks'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** The rules of walls themselves would be loaded with every page. */
const NAMES = {
  key: WALLS_ATTRIBUTE,
  scope: 2,
  read: (value: Json | undefined, version: number | null) => listFrom(value, version, wallNameFrom),
} as const

export function createWallLinksLogic({http, retries}: Connections): WallLinksLogic {
  return connected(wallLinksMachine)({
    actors: {
      retries,
      load: ask(http, async (_, input, options) => {
        const organisationId = organisationOf(input)
        const owner = {kind: 'organisation', id: organisationId, organisationId} as const
        const [secrets, {list}] = await Promise.all([
          loadWallLinks(http, organisationId, options),
          loadList(http, {owner, rules: NAMES}, options),
        ])
        return {secrets, choices: [...new Set(list.items)]}
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
