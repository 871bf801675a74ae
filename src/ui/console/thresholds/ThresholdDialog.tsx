import {useSelector} from '@xstate/react'
import {type Threshold, thresholdFrom} from '../../../../contract/rules/thresholds'
import {typedThreshold} from '../../../domain/console/thresholds/draft'
import {recordIn} from '../../../domain/console/thresholds/levels'
import {texts as rules} from '../../../domain/console/thresholds/texts'
import {inequalities} from '../../../domain/console/thresholds/words'
import {editedKey} from '../../../domain/console/thresholds/written'
import type {ThresholdPreviewLogic} from '../../../machines/console/thresholdPreview'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {useApplication} from '../../kit/application'
import {EditorDialog} from '../EditorDialog'
import {ThresholdForm} from './ThresholdForm'
import styles from './Thresholds.module.css'
import {texts} from './texts'

interface Props {
  thresholds: ThresholdsRef
  preview: ThresholdPreviewLogic
  /** Called when the focus can't return after a deletion. */
  onGone: () => void
}

/** Asks for a threshold, and whose version to take where another user has changed the same. */
export function ThresholdDialog({thresholds, preview, onGone}: Props) {
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
      <ThresholdForm thresholds={thresholds} previewLogic={preview} />
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
