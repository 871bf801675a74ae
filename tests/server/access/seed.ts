import {randomUUID} from 'node:crypto'
import {MAX_TS} from '../../../contract/limits'
import type {EntityType} from '../../../contract/wire/entities/attribute'
import {AUTHORITIES} from '../../../contract/wire/people/user'
import {hashPassword} from '../../../server/auth/passwords'
import type {Database} from '../../../server/database/connect'
import {apiKey, linkToken, session, token} from '../../../server/database/schema/account'
import {asset, digitalAsset} from '../../../server/database/schema/asset'
import {attribute} from '../../../server/database/schema/attribute'
import {device, pairing, provisioningProfile} from '../../../server/database/schema/device'
import {maintenancePeriod, maintenanceWindow} from '../../../server/database/schema/maintenance'
import {onCallRota} from '../../../server/database/schema/onCall'
import {signingSecret} from '../../../server/database/schema/server'
import {handOver as handOverTable} from '../../../server/database/schema/shift'
import {user} from '../../../server/database/schema/user'
import {picture, wallLink} from '../../../server/database/schema/wall'
import {createToken, hashToken} from '../../../server/http/secrets'
import {seedAlarm} from '../../support/alarm'
import {
  type Cookies,
  LITTLE_WORK,
  PASSWORD,
  seedCustomer,
  seedDevice,
  seedOrganisation,
  seedProfile,
  type TestApp,
} from '../../support/app'
import {
  type Actor,
  KEY_ACTORS,
  type KeyActor,
  keyRightsOf,
  PLACES,
  type Place,
  SIGNED_IN_ACTORS,
  type Target,
  USER_ACTORS,
  type UserActor,
} from './people'

/** The tokens in the links of the mails to `UNVERIFIED` and `FORGETFUL`, and in the link of the screen. */
export const LINKS = {
  verification: 'a-link-to-verify',
  passwordReset: 'a-link-to-reset',
  wall: 'a-link-to-a-wall',
} as const
const UNVERIFIED = 'unverified@works.test'
const FORGETFUL = 'forgetful@works.test'

/** The label of every asset. */
export const ASSET_LABEL = 'hall'
export const PAIRING_CODE = 'A3C4D6'

/** As people call it; a user whose authority does not matter is a CUSTOMER_USER. */
export function nameOf({kind, place, authority}: Target): string {
  return [kind, place, ...(kind === 'user' ? [authority ?? 'CUSTOMER_USER'] : [])].join(', ')
}

export const emailOf = (actor: UserActor): string => `${actor.toLowerCase()}@works.test`

/** A link to a wall of an organisation. That of the own organisation is the one by which `WALL` is signed in. */
export const wallLinkOf = (place: Place = 'unknown') => {
  const id = `0192f3a0-0000-7000-8000-0000000000${place === 'own organisation' ? '01' : '02'}`
  return {id, token: place === 'own organisation' ? LINKS.wall : slug(`${place} wall`)}
}

/** The id of a provisioning profile of an organisation. */
export const profileAt = (place: Place = 'unknown'): string =>
  `0192f3a0-0000-7000-8000-0000000002${place === 'own organisation' ? '01' : '02'}`

/** The id of a picture of an organisation, which its wall shows. */
export const pictureAt = (place: Place = 'unknown'): string =>
  `0192f3a0-0000-7000-8000-0000000008${place === 'own organisation' ? '01' : '02'}`

/** The own customer, which is in maintenance. */
export const MAINTAINED = '0192f3a0-0000-7000-8000-000000000301'

/** The id of a maintenance window of an organisation. */
export const maintenanceAt = (place: Place = 'unknown'): string =>
  `0192f3a0-0000-7000-8000-0000000004${place === 'own organisation' ? '01' : '02'}`

/** The id of a rota of an organisation. Each has an override. */
export const rotaAt = (place: Place = 'unknown'): string =>
  `0192f3a0-0000-7000-8000-0000000005${place === 'own organisation' ? '01' : '02'}`

/** The hand-over of an organisation, and that of the customer `MAINTAINED`. */
export const handOverAt = (place: Place = 'unknown'): string => rotaAt(place).replace('0000000005', '0000000008')
export const CUSTOMER_HAND_OVER = '0192f3a0-0000-7000-8000-000000000901'

/** Somebody of an organisation who can be called, once `ADD_CALLED` has made them. */
export const calledAt = (place?: Place): string => rotaAt(place).replace('0000000005', '0000000007')

export const ADD_CALLED = `
  insert into "user" (id, email, password_hash, authority, organisation_id, created_at)
  select replace(id::text, '0000000005', '0000000007')::uuid, 'on@call.test', '', 'ORGANISATION_ADMIN', organisation_id, 0
  from on_call_rota where id::text like '%0000000005__' on conflict do nothing`

export const OVERRIDE = '0192f3a0-0000-7000-8000-000000000601'

const KEYS = [...KEY_ACTORS, 'of the other organisation'] as const

export const keyIdOf = (holder: (typeof KEYS)[number]): string =>
  `0192f3a0-0000-7000-8000-00000000010${KEYS.indexOf(holder)}`

export const keyOf = (actor: KeyActor): string => `pwk_${actor.replaceAll(' ', '-').padEnd(43, '_')}`

/** The id of a key of an organisation. */
export const apiKeyAt = (place: Place = 'unknown'): string =>
  keyIdOf(place === 'own organisation' ? 'ORGANISATION_ADMIN key to read' : 'of the other organisation')

/** The access token of the device at a place. */
export const deviceToken = (place: Place = 'unknown'): string => `${slug(place)}-token`

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

type Owner = Pick<User, 'organisationId' | 'customerId'>
type OwnedPlace = (typeof OWNED_PLACES)[number]
type Owners = Readonly<Record<OwnedPlace, Owner>>
type User = typeof user.$inferSelect

/** `name`: that of the target, or of the actor. */
interface Entity {
  name: string
  kind: EntityType
  id: string
}

const OWNED_PLACES = ['own customer', 'other customer', 'own organisation', 'other organisation', 'nowhere'] as const
const HOUR = 3_600_000

/** At each place a device with telemetry, an asset, a user of each authority, and an attribute of each; and the actors, signed in. */
export async function seedWorld(test: TestApp) {
  const {database} = test
  const owners = await seedOwners(database)
  const passwordHash = await hashPassword(PASSWORD, LITTLE_WORK)
  const actors = await seedActors(database, owners, passwordHash)
  const entities = [
    ...ownersIn(owners),
    ...actors,
    ...(await seedUsers(database, owners, passwordHash)),
    ...(await seedDevices(test, owners)),
    ...(await seedAssets(database, owners)),
  ]
  await seedAttributes(database, entities)
  await seedWalls(database, entities)
  await seedLinks(test, passwordHash)
  await seedKeys(test, owners)
  await database.db.insert(pairing).values({secretHash: 'a-hash', code: PAIRING_CODE, expiresAt: MAX_TS})
  // The server makes them when they are needed first, be it by a call that is refused.
  const purposes = ['files', 'refresh']
  await database.db.insert(signingSecret).values(purposes.map(purpose => ({purpose, secret: 'a-secret'})))
  const wall = {name: 'WALL', id: wallLinkOf('own organisation').id}
  const keys = KEY_ACTORS.map(name => ({name, id: keyIdOf(name)}))
  const ids = new Map([...entities, wall, ...keys, ...(await seedAlarms(database))].map(({name, id}) => [name, id]))
  return {ids, cookies: await signInActors(test, ids)}
}

async function seedOwners(database: Database): Promise<Owners> {
  const works = await seedOrganisation(database, 'Harbour Works')
  const noc = await seedOrganisation(database, 'Northgate NOC')
  return {
    'own customer': {organisationId: works, customerId: await seedCustomer(database, works, MAINTAINED)},
    'other customer': {organisationId: works, customerId: await seedCustomer(database, works)},
    'own organisation': {organisationId: works, customerId: null},
    'other organisation': {organisationId: noc, customerId: await seedCustomer(database, noc)},
    nowhere: {organisationId: null, customerId: null},
  }
}

function ownersIn(owners: Owners): Entity[] {
  const named = (kind: EntityType, place: OwnedPlace, id: string | null): Entity[] =>
    id === null || !PLACES[kind].includes(place) ? [] : [{name: nameOf({kind, place}), kind, id}]
  return OWNED_PLACES.flatMap(place => [
    ...named('customer', place, owners[place].customerId),
    ...named('organisation', place, owners[place].organisationId),
  ])
}

async function seedDevices({app, database}: TestApp, owners: Owners): Promise<Entity[]> {
  const seeded: Entity[] = []
  for (const place of OWNED_PLACES) {
    const {organisationId, customerId} = owners[place]
    if (organisationId === null) continue
    const {id} = await seedDevice(database, {name: slug(place), organisationId, customerId})
    await app.inject({method: 'POST', url: `/api/v1/${deviceToken(place)}/telemetry`, body: {load: 1}})
    seeded.push({name: nameOf({kind: 'device', place}), kind: 'device', id})
  }
  return seeded
}

async function seedAlarms(database: Database): Promise<Pick<Entity, 'name' | 'id'>[]> {
  const seeded = []
  const devices = await database.db.select().from(device)
  for (const place of PLACES.alarm) {
    const device = devices.find(({name}) => name === slug(place))
    if (device === undefined) continue
    seeded.push({name: nameOf({kind: 'alarm', place}), id: await seedAlarm(database, {device})})
  }
  return seeded
}

async function seedAssets({db}: Database, owners: Owners): Promise<Entity[]> {
  const seeded: Entity[] = []
  for (const place of OWNED_PLACES) {
    const {organisationId, customerId} = owners[place]
    if (organisationId === null) continue
    const id = randomUUID()
    await db.insert(asset).values({id, name: place, label: ASSET_LABEL, organisationId, customerId})
    const file = {originalName: 'a.mp4', size: 1, sha256: '', contentType: 'video/mp4'}
    await db.insert(digitalAsset).values({...file, assetId: id, organisationId})
    seeded.push({name: nameOf({kind: 'asset', place}), kind: 'asset', id})
  }
  return seeded
}

async function seedActors(database: Database, owners: Owners, passwordHash: string): Promise<Entity[]> {
  const seeded: Entity[] = []
  for (const actor of USER_ACTORS) {
    const id = randomUUID()
    const email = emailOf(actor)
    await database.db.insert(user).values({
      id,
      email,
      authority: actor === 'newcomer' ? 'CUSTOMER_USER' : actor,
      passwordHash,
      ...owners[HOMES[actor]],
    })
    await seedProfile(database, {userId: id, name: 'Ada', surname: 'Berg', city: 'Hamburg'})
    seeded.push({name: actor, kind: 'user', id})
  }
  return seeded
}

const HOMES: Readonly<Record<UserActor, OwnedPlace>> = {
  SYS_ADMIN: 'nowhere',
  ORGANISATION_ADMIN: 'own organisation',
  CUSTOMER_ADMIN: 'own customer',
  CUSTOMER_USER: 'own customer',
  newcomer: 'nowhere',
}

async function seedUsers({db}: Database, owners: Owners, passwordHash: string): Promise<Entity[]> {
  const seeded: Entity[] = []
  for (const place of OWNED_PLACES) {
    for (const authority of AUTHORITIES) {
      const [id, name] = [randomUUID(), nameOf({kind: 'user', place, authority})]
      const email = `${slug(name)}@works.test`
      await db.insert(user).values({id, email, authority, passwordHash, ...owners[place]})
      seeded.push({name, kind: 'user', id})
    }
  }
  return seeded
}

async function seedAttributes({db}: Database, entities: readonly Entity[]) {
  const serial = {scope: 1, key: 'serial', strV: 'P-17', lastUpdateTs: 1}
  await db.insert(attribute).values(entities.map(({kind, id}) => ({entityType: kind, entityId: id, ...serial})))
}

/** The wall of each organisation shows a picked device. */
async function seedWalls({db}: Database, entities: readonly Entity[]) {
  const idOf = (target: Target) => entities.find(({name}) => name === nameOf(target))?.id ?? ''
  const shown = {'own organisation': 'own customer', 'other organisation': 'other organisation'} as const
  for (const place of ['own organisation', 'other organisation'] as const) {
    const organisationId = idOf({kind: 'organisation', place})
    const picked = [idOf({kind: 'device', place: shown[place]})]
    const walls = [{name: 'Hall', devices: {picked}, panels: [{kind: 'picture', picture: pictureAt(place)}]}]
    const owner = {entityType: 'organisation', entityId: organisationId} as const
    await db.insert(attribute).values({...owner, scope: 2, key: 'walls', jsonV: walls, lastUpdateTs: 1})
    const {id, token} = wallLinkOf(place)
    const link = {id, organisationId, wall: 'Hall', name: 'Screen', issuedBy: '', hash: hashToken(token)}
    await db.insert(wallLink).values(link)
    const drawing = {
      name: 'Hall.svg',
      contentType: 'image/svg+xml',
      size: 1,
      width: 1,
      height: 1,
      sha256: place,
    } as const
    const stored = {id: pictureAt(place), organisationId, ...drawing, bytes: Buffer.from('x'), uploadedBy: ''}
    await db.insert(picture).values(stored)
    const profile = {id: profileAt(place), organisationId, name: 'Line 1', issuedBy: ''}
    await db.insert(provisioningProfile).values({...profile, key: `key-${place}`, secretHash: ''})
    const isOwn = place === 'own organisation'
    const target = isOwn
      ? ({targetKind: 'customer', targetValue: MAINTAINED} as const)
      : {targetKind: 'organisation' as const}
    const maintained = {organisationId, title: 'Oil', ...target}
    const plan = {reason: '', start: '2026-11-30T02:30', zone: 'UTC', minutes: 60, createdBy: ''}
    await db.insert(maintenanceWindow).values({id: maintenanceAt(place), ...maintained, ...plan})
    const [startsAt, endsAt] = [Date.now() - HOUR, Date.now() + 24 * HOUR]
    const period = {windowId: maintenanceAt(place), ...maintained, startsAt, endsAt, dueAt: endsAt}
    await db.insert(maintenancePeriod).values(period)
    const handOver = {time: '08:00', days: 7, since: '2026-01-05'}
    const over = {_id: OVERRIDE, start_ts: 0, end_ts: 1, person: OVERRIDE, instead_of: null, created_by: ''}
    await db.insert(onCallRota).values({
      id: rotaAt(place),
      organisationId,
      name: 'Night',
      createdBy: '',
      dueAt: 0,
      overrides: [over],
      plan: {zone: 'UTC', hand_over: handOver, people: [], layers: []},
    })
    const handedOver = {organisationId, at: 1, by: '', notes: []}
    await db.insert(handOverTable).values({...handedOver, id: handOverAt(place)})
    if (isOwn) await db.insert(handOverTable).values({...handedOver, id: CUSTOMER_HAND_OVER, customerId: MAINTAINED})
  }
}

async function seedLinks({database: {db}, clock}: TestApp, passwordHash: string) {
  const values = {authority: 'CUSTOMER_USER', passwordHash} as const
  const rows = await db
    .insert(user)
    .values([
      {...values, email: UNVERIFIED, isVerified: false},
      {...values, email: FORGETFUL},
    ])
    .returning()
  await db.insert(linkToken).values(
    rows.map(({id, isVerified}) => ({
      ...(isVerified
        ? {kind: 'passwordReset' as const, hash: hashToken(LINKS.passwordReset)}
        : {kind: 'verification' as const, hash: hashToken(LINKS.verification), passwordHash}),
      userId: id,
      expiresAt: clock.now + HOUR,
    })),
  )
}

/** They were used just now, so that a use more is not written down. */
async function seedKeys({database: {db}, clock}: TestApp, owners: Owners) {
  const common = {name: 'Program', issuedBy: '', expiresAt: clock.now + HOUR, lastUsedAt: clock.now}
  const ofActors = KEY_ACTORS.map(actor => {
    const rights = keyRightsOf(actor)
    return {...common, ...rights, ...owners[HOMES[rights.authority]], id: keyIdOf(actor), hash: hashToken(keyOf(actor))}
  })
  const {organisationId} = owners['other organisation']
  const id = keyIdOf('of the other organisation')
  const foreign = {
    ...common,
    id,
    organisationId,
    authority: 'ORGANISATION_ADMIN',
    scope: 'read',
    hash: 'a-hash-of-a-key',
  } as const
  await db.insert(apiKey).values([...ofActors, foreign])
}

async function signInActors({database: {db}, clock}: TestApp, ids: ReadonlyMap<string, string>) {
  const cookies = new Map<Actor, Cookies>()
  for (const actor of SIGNED_IN_ACTORS) {
    const [sessionId, holderId] = [randomUUID(), ids.get(actor) ?? '']
    const tokens = {accessToken: createToken(), refreshToken: createToken()}
    const holder = actor === 'WALL' ? {wallLinkId: holderId} : {userId: holderId}
    await db.insert(session).values({id: sessionId, ...holder})
    await db.insert(token).values([
      {hash: hashToken(tokens.accessToken), sessionId, kind: 'access', expiresAt: clock.now + HOUR},
      {hash: hashToken(tokens.refreshToken), sessionId, kind: 'refresh', expiresAt: clock.now + HOUR},
    ])
    cookies.set(actor, tokens)
  }
  return cookies
}
