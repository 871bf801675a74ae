import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import {useSearchParams} from 'react-router-dom'
import {type Threshold, thresholdFrom} from '../../../../contract/rules/thresholds'
import {askedThreshold} from '../../../domain/console/paths'
import {typedThreshold} from '../../../domain/console/thresholds/draft'
import {recordIn, type ThresholdOwner} from '../../../domain/console/thresholds/levels'
import {texts as rules} from '../../../domain/console/thresholds/texts'
import {inequalities} from '../../../domain/console/thresholds/words'
import {editedKey} from '../../../domain/console/thresholds/written'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {useApplication} from '../../kit/application'
import {EntriesList} from '../../kit/loading/EntriesList'
import {Panel} from '../../kit/Panel'
import {EditorDialog} from '../EditorDialog'
import {useConsole} from '../logic'
import {ThresholdForm} from './ThresholdForm'
import styles from './Thresholds.module.css'
import {ThresholdTable} from './ThresholdTable'
import {texts} from './texts'

/** Lists what is normal for the keys of a device, customer or organisation, and edits its own thresholds. */
export function Thresholds({isReadOnly = false, ...owner}: ThresholdOwner & {isReadOnly?: boolean}) {
  return (
    <RunningThresholds key={`${owner.kind} ${owner.id} ${owner.customerId}`} owner={owner} isReadOnly={isReadOnly} />
  )
}

function RunningThresholds({owner, isReadOnly}: {owner: ThresholdOwner; isReadOnly: boolean}) {
  const [search] = useSearchParams()
  const asked = isReadOnly ? null : askedThreshold(search)
  const thresholds = useActorRef(useConsole().thresholds, {input: {owner, asked}})
  const addButton = useRef<HTMLButtonElement>(null)
  const isThere = useSelector(thresholds, s => s.matches('loaded'))
  return (
    <Panel
      title={texts.title}
      actions={
        isThere &&
        !isReadOnly && (
          <Button ref={addButton} size="xs" onClick={() => thresholds.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )
      }
    >
      <EntriesList entries={thresholds} loading={texts.loading} className={styles.note}>
        <ThresholdTable thresholds={thresholds} isReadOnly={isReadOnly} />
      </EntriesList>
      <ThresholdDialog thresholds={thresholds} onGone={() => addButton.current?.focus()} />
    </Panel>
  )
}

function ThresholdDialog({thresholds, onGone}: {thresholds: ThresholdsRef; onGone: () => void}) {
  const draft = useSelector(thresholds, ({context}) => context.draft)
  const key = useSelector(thresholds, ({context}) => editedKey(context))
  const attribute = useSelector(thresholds, ({context}) => context.loaded?.own.attribute ?? null)
  const json = recordIn(attribute)[key]
  const theirs = json === undefined ? null : thresholdFrom(json)
  return (
    <EditorDialog
      entries={thresholds}
      name={key}
      texts={texts}
      versions={{
        mine: <Words threshold={typedThreshold(draft)} />,
        theirs: typeof theirs === 'string' ? rules.faults[theirs] : <Words threshold={theirs} />,
        updatedAt: attribute?.updatedAt ?? null,
      }}
      onGone={onGone}
    >
      <ThresholdForm thresholds={thresholds} />
    </EditorDialog>
  )
}

function Words({threshold}: {threshold: Threshold | null}) {
  const {formats} = useApplication()
  if (threshold === null) return texts.conflict.removed
  return (
    <ul className={styles.words}>
      {inequalities(threshold, value => formats.exact(value)).map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
