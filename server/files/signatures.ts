import {HOUR} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {createSigner} from '../http/secrets'

/** The holder of an address. */
export interface Holder {
  kind: 'person' | 'device'
  id: string
}

/** The query of a valid address. `expires` is epoch ms. */
export interface Signature {
  for: string
  expires: EpochMs
  signature: string
}

export interface FileSignatures {
  /** The path of a file with a signature in its query. It stays the same for a while, so that browsers can cache it. */
  sign(assetId: string, holder: Holder): Promise<string>
  isValid(assetId: string, signature: Signature): Promise<boolean>
}

/** An address is valid for this long at least, and twice as long at most. A screen may take a day to fetch a video. */
const LIFETIMES: Readonly<Record<Holder['kind'], Milliseconds>> = {person: HOUR, device: 24 * HOUR}
const PURPOSE = 'files'

export function createFileSignatures(database: Pick<Database, 'db'>, now: () => EpochMs): FileSignatures {
  const signer = createSigner(database, PURPOSE)
  const textOf = (assetId: string, holder: string, expires: EpochMs) => `${assetId} ${holder} ${expires}`

  return {
    async sign(assetId, {kind, id}) {
      const holder = `${kind}:${id}`
      const lifetime = LIFETIMES[kind]
      const expires = (Math.floor(now() / lifetime) + 2) * lifetime
      const signature = await signer.sign(textOf(assetId, holder, expires))
      const query = new URLSearchParams({for: holder, expires: String(expires), signature})
      return `/api/v0/digitalAssets/files/${assetId}?${query}`
    },
    isValid: async (assetId, {for: holder, expires, signature}) =>
      expires > now() && (await signer.isSigned(textOf(assetId, holder, expires), signature)),
  }
}
