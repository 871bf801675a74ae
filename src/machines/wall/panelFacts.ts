import {textsOf} from '../../domain/language'
import {FACT_PAUSES, type Facts, type FactsAsked} from '../../domain/wall/facts/facts'
import {createResource, type ResourceRef} from '../resource'

const texts = textsOf('machines.panelFacts', {unloaded: 'What this panel shows could not be loaded.'})

/** What a panel says besides latest values. Which server knows it is decided where it is asked. */
export const panelFactsMachine = createResource<Facts, FactsAsked>({
  id: 'panelFacts',
  texts,
  pause: ({kind}) => FACT_PAUSES[kind],
})

export type PanelFactsLogic = typeof panelFactsMachine
/** What only panels of facts need is loaded with the first of them. */
export type LoadPanelFacts = () => Promise<PanelFactsLogic>
export type PanelFactsRef = ResourceRef<Facts, FactsAsked>
