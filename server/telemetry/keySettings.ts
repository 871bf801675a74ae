import {THRESHOLDS_ATTRIBUTE} from '../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE} from '../../contract/rules/units'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/attribute'
import type {HearAttributes} from '../attribute/repository'

/** Hears of units and thresholds that hold for many devices: those of organisations and customers. */
export const hearKeySettings =
  (onChanged: (organisationId: string) => void): HearAttributes =>
  async (_transaction, refs) => {
    const concerned = refs.flatMap(({entityType, scope, key, organisationId}) => {
      const isSetting = key === UNITS_ATTRIBUTE || key === THRESHOLDS_ATTRIBUTE
      const isOfMany = entityType === 'organisation' || entityType === 'customer'
      return isSetting && isOfMany && scope === ATTRIBUTE_SCOPES.shared && organisationId !== null
        ? [organisationId]
        : []
    })
    return () => concerned.forEach(onChanged)
  }
