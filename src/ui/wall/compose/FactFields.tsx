import {AVAILABILITY_SPANS, type FactPanel} from '../../../domain/wall/facts/kinds'
import {TOP_COUNTS} from '../../../domain/wall/panels/top'
import type {WallRef} from '../../../machines/wall/wall'
import {texts as factTexts} from '../facts/texts'
import {Choice, DevicesField, KeyField} from './fields'
import {texts} from './texts'

interface Props {
  wall: WallRef
  panel: FactPanel
  onChanged: (panel: FactPanel) => void
}

/** The fields of a panel that shows more of devices than their latest values. */
export const FactFields = ({wall, panel, onChanged}: Props) => (
  <>
    {panel.kind === 'comparison' && (
      <KeyField wall={wall} value={panel.key} onChosen={key => onChanged({...panel, key})} />
    )}
    {panel.kind !== 'changes' && (
      <DevicesField wall={wall} choice={panel.devices} onChosen={devices => onChanged({...panel, devices})} />
    )}
    {panel.kind === 'availability' && (
      <Choice
        label={texts.span}
        of={AVAILABILITY_SPANS}
        words={factTexts.availability.spans}
        value={panel.span}
        onChosen={span => onChanged({...panel, span})}
      />
    )}
    <Choice label={texts.count} of={TOP_COUNTS} value={panel.count} onChosen={count => onChanged({...panel, count})} />
  </>
)
