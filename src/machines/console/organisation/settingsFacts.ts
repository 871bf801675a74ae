import type {SettingsFacts} from '../../../domain/console/settingsFacts'
import {textsOf} from '../../../domain/language'
import {createResource, type ResourceLogic, type ResourceRef} from '../../resource'

export const settingsFactsTexts = textsOf('machines.settingsFacts', {
  unloaded: 'What is set here could not be loaded.',
})

interface FactsQuestion {
  organisationId: string
}

/** Says how far the tasks of an organisation's settings are done. */
export const settingsFactsMachine = createResource<SettingsFacts, FactsQuestion>({
  id: 'settingsFacts',
  texts: settingsFactsTexts,
})

export type SettingsFactsLogic = ResourceLogic<SettingsFacts, FactsQuestion>
export type SettingsFactsRef = ResourceRef<SettingsFacts, FactsQuestion>
