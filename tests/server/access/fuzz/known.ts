import fc from 'fast-check'
import {ENTITY_TYPES} from '../../../../contract/wire/entities/attribute'
import {AUTHORITIES} from '../../../../contract/wire/people/user'
import {PASSWORD} from '../../../support/app'
import {PLACES, SIGNED_IN_ACTORS, type TargetKind, USER_ACTORS} from '../people'
import {ASSET_LABEL, apiKeyAt, deviceToken, emailOf, LINKS, pictureAt, profileAt, wallLinkOf} from '../seed'
import type {World} from '../world'
import type {Known} from './wire'

/** Returns known values of the world, and a few unknown ones. */
export function knownTo({idOf}: World): Known {
  const idsOf = (kind: TargetKind) =>
    PLACES[kind].flatMap(place => AUTHORITIES.map(authority => idOf({kind, place, authority}, 'SYS_ADMIN')))
  const actors = SIGNED_IN_ACTORS.map(actor => idOf({kind: 'user', place: 'self'}, actor))
  const good: Record<string, readonly string[]> = {
    uuid: [...ENTITY_TYPES.flatMap(idsOf), ...actors],
    'user/:id': [...idsOf('user'), ...actors],
    'by-org/:id': idsOf('organisation'),
    'customer/:id': idsOf('customer'),
    'device/:id': idsOf('device'),
    'organisation/:id': idsOf('organisation'),
    'asset/:id': idsOf('asset'),
    'alarm/:id': idsOf('alarm'),
    'picture/:pictureId': [pictureAt('own organisation'), pictureAt('other organisation')],
    'link/:linkId': [wallLinkOf('own organisation').id, wallLinkOf('other organisation').id],
    'key/:keyId': [apiKeyAt('own organisation'), apiKeyAt('other organisation')],
    'profile/:profileId': [profileAt('own organisation'), profileAt('other organisation')],
    'label/:label': [ASSET_LABEL, 'wing'],
    organisation_id: idsOf('organisation'),
    customer_id: idsOf('customer'),
    parent_id: idsOf('asset'),
    credentials_value: [...PLACES.device.map(deviceToken), 'a-token-of-twenty-characters'],
    access_token: [...PLACES.device.map(deviceToken), 'a-token-of-twenty-characters'],
    credentials_type: ['ACCESS_TOKEN'],
    sort: ['name', '-name', 'title', 'createdAt', 'email', '-lastLogin', 'userDeleted'],
    entityType: [...ENTITY_TYPES, 'device', 'device', 'device'],
    entityId: [...idsOf('device'), ...idsOf('device'), ...actors, ...ENTITY_TYPES.flatMap(idsOf)],
    accessToken: PLACES.device.map(deviceToken),
    email: [...USER_ACTORS.map(emailOf), 'new@works.test', 'Jürgen+pumpe@hafen.test', 'x'.repeat(300)],
    password: [PASSWORD, 'a quite new password', 'password123', 'x', '👾'.repeat(128), 'x'.repeat(10_000)],
    password2: ['a quite new password'],
    token: [...Object.values(LINKS), 'x'.repeat(43)],
    keys: ['load', 'serial', 'load,serial', ','],
    key: ['load', 'serial'],
    attributeKey: ['serial', 'load'],
    timeZone: ['UTC', 'Europe/Berlin', 'Nowhere/Land'],
  }
  return about => {
    const values = good[about]
    return values === undefined ? undefined : fc.constantFrom(...values)
  }
}
