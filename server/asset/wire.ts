import type {AssetChange, AssetWire, NewAssetBody} from '../../contract/wire/asset'
import type {asset} from '../database/schema'

export type Asset = typeof asset.$inferSelect

export function toWire(found: Asset): AssetWire {
  return {
    _id: found.id,
    name: found.name,
    label: found.label,
    type: found.type,
    additional_info: found.additionalInfo,
    organisation_id: found.organisationId,
    asset_profile_id: found.assetProfileId,
    customer_id: found.customerId,
    external_id: found.externalId,
    parent_id: found.parentId,
    createdAt: found.createdAt,
    version: found.version,
  }
}

/** What a body says, the organisation apart. */
export function valuesOf(body: Omit<NewAssetBody, 'name'> | AssetChange) {
  return {
    label: body.label,
    type: body.type,
    additionalInfo: body.additional_info,
    assetProfileId: body.asset_profile_id,
    customerId: body.customer_id,
    externalId: body.external_id,
    parentId: body.parent_id,
  }
}
