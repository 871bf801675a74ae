import {textsOf} from '../../domain/language'
import {FACT_PAUSES, type Facts, type FactsAsked} from '../../domain/wall/facts/facts'
import {createResource, type ResourceRef} from '../resource'

const texts = textsOf('machines.panelFacts', {unloaded: 'What this panel shows could not be loaded.'})

/** Loads the data of a panel besides latest values. The place that asks decides which server knows it. */
export const panelFactsMachine = createResource<Facts, FactsAsked>({
  id: 'panelFacts',
  texts,
  pause: ({kind}) => FACT_PAUSES[kind],
})

export type PanelFactsLogic = typeof panelFactsMachine
/** Code that only panels of facts need is loaded with the first of them. */
export type LoadPanelFacts = () => Promise<PanelFactsLogic>
export type PanelFactsRef = ResourceRef<Facts, FactsAsked>
