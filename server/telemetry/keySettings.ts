import {HEADLINES_ATTRIBUTE} from '../../contract/rules/headlines'
import {THRESHOLDS_ATTRIBUTE} from '../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE} from '../../contract/rules/units'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {AttributeListener} from '../attribute/repository'

const SETTINGS: readonly string[] = [UNITS_ATTRIBUTE, THRESHOLDS_ATTRIBUTE, HEADLINES_ATTRIBUTE]

/** Called with settings of keys that apply to many devices: those of organisations and customers. */
export const keySettingsListener =
  (onChanged: (organisationId: string) => void): AttributeListener =>
  async (_transaction, refs) => {
    const concerned = refs.flatMap(({entityType, scope, key, organisationId}) => {
      const isSetting = SETTINGS.includes(key)
      const isOfMany = entityType === 'organisation' || entityType === 'customer'
      return isSetting && isOfMany && scope === ATTRIBUTE_SCOPES.shared && organisationId !== null
        ? [organisationId]
        : []
    })
    return () => concerned.forEach(onChanged)
  }
