import type {DevicePlacesLogic} from './devicePlaces'
import type {PanelBandsLogic} from './panelBands'
import type {PanelFactsLogic} from './panelFacts'
import type {PanelSeriesLogic} from './panelSeries'
import type {LoadPictures} from './pictures'

/** What panels of a composed wall show besides latest values. */
export interface PanelSources {
  series: PanelSeriesLogic
  facts: PanelFactsLogic
  bands: PanelBandsLogic
  places: DevicePlacesLogic
  pictures: LoadPictures
}
