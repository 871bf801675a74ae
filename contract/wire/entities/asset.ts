import * as z from 'zod/mini'
import {NAME_LENGTH} from '../../limits'
import {id} from '../common'
import {filterValue, listQuery} from '../list'
import {route} from '../route'
import {line, requiredLine} from '../text'
import {additionalInfo, entityCalls, idOrNull, lineOrNull} from './entity'

/** A server always sends `_id` and `name`; other fields may be missing. `createdAt` is epoch ms. */
const asset = z.object({
  _id: z.string(),
  name: z.string(),
  label: z.optional(z.nullable(z.string())),
  type: z.optional(z.nullable(z.string())),
  additional_info: z.optional(z.unknown()),
  organisation_id: z.optional(z.nullable(z.string())),
  asset_profile_id: z.optional(z.nullable(z.string())),
  customer_id: z.optional(z.nullable(z.string())),
  external_id: z.optional(z.nullable(z.string())),
  parent_id: z.optional(z.nullable(z.string())),
  createdAt: z.optional(z.nullable(z.number())),
  version: z.optional(z.nullable(z.number())),
})
export type AssetWire = z.infer<typeof asset>

const assetFields = {
  label: lineOrNull,
  type: lineOrNull,
  additional_info: z.optional(additionalInfo),
  asset_profile_id: idOrNull,
  customer_id: idOrNull,
  external_id: idOrNull,
  parent_id: idOrNull,
}

/** Either name, label and organisation, or name, type and `id`, the id of the organisation. */
const newAssetBody = z
  .strictObject({
    name: requiredLine(NAME_LENGTH),
    organisation_id: z.optional(id),
    id: z.optional(id),
    ...assetFields,
  })
  .check(
    z.refine(body => body.organisation_id !== undefined || body.id !== undefined, 'organisation_id: must be an id'),
    z.refine(({label, type}) => Boolean(label) || Boolean(type), 'label: must not be empty'),
  )
export type NewAssetBody = z.infer<typeof newAssetBody>

const assetChange = z.strictObject({
  name: z.optional(requiredLine(NAME_LENGTH)),
  organisation_id: z.optional(id),
  ...assetFields,
  version: z.optional(z.int()),
})
export type AssetChange = z.infer<typeof assetChange>

export const assetListQuery = z.extend(listQuery(['name', 'type', 'label', 'createdAt']), {
  organisation_id: z.optional(id),
  type: filterValue,
  label: filterValue,
  customer_id: filterValue,
  parent_id: filterValue,
})

export const assetCalls = entityCalls('asset', {
  listedAt: '/api/v0/asset',
  query: assetListQuery,
  entity: asset,
  newBody: newAssetBody,
  change: assetChange,
})

export const listLabelledAssets = route('GET', '/api/v0/asset/by-org/:id/label/:label', {
  params: z.object({id, label: line(NAME_LENGTH)}),
  answer: z.array(asset),
})
