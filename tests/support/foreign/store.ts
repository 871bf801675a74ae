import {randomBytes} from 'node:crypto'

export type Fields = Record<string, unknown>
export type ForeignKind = 'organisation' | 'customer' | 'user' | 'device' | 'asset'

export interface ForeignPoint {
  ts: number
  /** The typed value, such as `{dbl_v: 1.5}`. */
  typed: Fields
}

export interface ForeignStore {
  readonly entities: Readonly<Record<ForeignKind, Map<string, Fields>>>
  /** The profiles by the id of the user. */
  readonly profiles: Map<string, Fields>
  /** The access tokens by the id of the device. */
  readonly accessTokens: Map<string, string>
  /** The attributes by kind and id of the entity; then by scope and key. */
  readonly attributes: Map<string, Map<string, Fields>>
  /** The points by device and key, oldest first. */
  readonly points: Map<string, Map<string, ForeignPoint[]>>
  /** Cookies by their value: whose they are. */
  readonly access: Map<string, string>
  readonly refresh: Map<string, string>
  /** Stores one; answers its id. */
  add(kind: ForeignKind, fields: Fields): string
  send(deviceId: string, key: string, point: ForeignPoint): void
  /** As if the time of each access token had run out. */
  expireAccess(): void
}

export function createForeignStore(): ForeignStore {
  const entities = {
    organisation: new Map<string, Fields>(),
    customer: new Map<string, Fields>(),
    user: new Map<string, Fields>(),
    device: new Map<string, Fields>(),
    asset: new Map<string, Fields>(),
  }
  const points: ForeignStore['points'] = new Map()
  const access = new Map<string, string>()
  return {
    entities,
    profiles: new Map(),
    accessTokens: new Map(),
    attributes: new Map(),
    points,
    access,
    refresh: new Map(),
    add(kind, fields) {
      const id = newId()
      entities[kind].set(id, {createdAt: Date.now(), ...fields})
      return id
    },
    send(deviceId, key, point) {
      const keys = points.get(deviceId) ?? new Map<string, ForeignPoint[]>()
      points.set(deviceId, keys)
      keys.set(key, [...(keys.get(key) ?? []), point])
    },
    expireAccess: () => access.clear(),
  }
}

/** Not a UUID: ids are texts. */
export const newId = (): string => randomBytes(12).toString('hex')
