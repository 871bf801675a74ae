import type {DevicePlacesLogic} from './devicePlaces'
import type {PanelBandsLogic} from './panelBands'

/** What panels read besides values and averages. */
export interface PanelSources {
  bands: PanelBandsLogic
  places: DevicePlacesLogic
}
