import type {DevicePlacesLogic} from './devicePlaces'
import type {PanelBandsLogic} from './panelBands'
import type {PanelFactsLogic} from './panelFacts'
import type {PanelSeriesLogic} from './panelSeries'
import type {LoadPictures} from './pictures'
import type {LoadWallVersions} from './wallVersions'

/** What a wall shows besides latest values. */
export interface PanelSources {
  series: PanelSeriesLogic
  facts: PanelFactsLogic
  bands: PanelBandsLogic
  places: DevicePlacesLogic
  pictures: LoadPictures
  versions: LoadWallVersions
}
