import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {LIMIT_FIELDS, type ThresholdDraft, thresholdDraft} from '../../../domain/console/thresholds/draft'
import type {Suggestion} from '../../../domain/console/thresholds/suggestion'
import {limitsOf, limitText} from '../../../domain/telemetry/limits'
import type {ThresholdPreviewRef} from '../../../machines/console/thresholdPreview'
import {useApplication} from '../../kit/application'
import styles from './Thresholds.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.suggestion

interface Props {
  preview: ThresholdPreviewRef
  unit: string | null
  onUsed: (change: Partial<ThresholdDraft>) => void
}

/** Limits that the key's own past suggests, with what they would have raised, to be taken over into the form. */
export function SuggestionNote({preview, ...props}: Props) {
  const state = useSelector(preview, s => s.value.suggestion)
  const suggestion = useSelector(preview, s => s.context.suggestion)
  if (state === 'none') return null
  return (
    <div className={styles.suggestion} role="status">
      {suggestion === null ? (
        <p className={styles.note}>{texts[whyNone(state)]}</p>
      ) : (
        <Suggested {...{suggestion}} {...props} />
      )}
    </div>
  )
}

const whyNone = (state: string): 'loading' | 'tooLittle' | 'failed' =>
  state === 'tooLittle' || state === 'failed' ? state : 'loading'

function Suggested({
  suggestion: {threshold, days, isUsual, trial},
  unit,
  onUsed,
}: {suggestion: Suggestion} & Omit<Props, 'preview'>) {
  const {formats} = useApplication()
  const draft = thresholdDraft('', threshold)
  const limits = Object.fromEntries([...LIMIT_FIELDS, 'clear' as const].map(field => [field, draft[field]]))
  return (
    <>
      <p>
        <strong>{isUsual === true ? texts.fromUsual : texts.from(days)}</strong>{' '}
        {trial !== null && allTexts.preview.raised(trial.raised.length)}
      </p>
      <p>
        {limitsOf(threshold)
          .map(limit => limitText(limit, formats.exact(limit.value, unit)))
          .join(', ')}
      </p>
      <Button size="compact-xs" variant="default" onClick={() => onUsed(limits)}>
        {texts.use}
      </Button>
    </>
  )
}
