import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {type ThresholdDraft, thresholdDraft} from '../../../domain/console/thresholds/draft'
import {type DeviceRange, type Suggestion, TOO_MANY_RAISED} from '../../../domain/console/thresholds/suggestion'
import {LIMIT_FIELDS} from '../../../domain/limitField'
import {limitsOf, limitText} from '../../../domain/telemetry/limits'
import type {ThresholdPreviewRef} from '../../../machines/console/thresholdPreview'
import {useApplication} from '../../kit/application'
import {usePaths} from '../../kit/viewer'
import styles from './Thresholds.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.suggestion

interface Props {
  preview: ThresholdPreviewRef
  unit: string | null
  onUsed: (change: Partial<ThresholdDraft>) => void
}

/** Limits that the past of all devices with the key suggests, to be taken over into the form; or why there are none. */
export function SuggestionNote({preview, unit, onUsed}: Props) {
  const state = useSelector(preview, s => s.value.suggestion)
  const suggestion = useSelector(preview, s => s.context.suggestion)
  if (state === 'none') return null
  return (
    <div className={styles.suggestion} role="status">
      {suggestion === null ? (
        <p className={styles.note}>{texts[whyNone(state)]}</p>
      ) : (
        <Suggested suggestion={suggestion} preview={preview} unit={unit} onUsed={onUsed} />
      )}
    </div>
  )
}

const whyNone = (state: string): 'loading' | 'tooLittle' | 'failed' =>
  state === 'tooLittle' || state === 'failed' ? state : 'loading'

function Suggested({suggestion, ...props}: Props & {suggestion: Suggestion}) {
  switch (suggestion.kind) {
    case 'limits':
      return <Limits suggestion={suggestion} {...props} />
    case 'disagreeing':
      return <Disagreeing suggestion={suggestion} {...props} />
    case 'habit':
      return (
        <p>
          {texts.habit} <Looked preview={props.preview} />
        </p>
      )
    default:
      return suggestion satisfies never
  }
}

function Limits({suggestion, preview, unit, onUsed}: Props & {suggestion: Extract<Suggestion, {kind: 'limits'}>}) {
  const {formats} = useApplication()
  const {threshold, days, isUsual, leftOut, trial} = suggestion
  const draft = thresholdDraft('', threshold)
  const limits = Object.fromEntries([...LIMIT_FIELDS, 'clear' as const].map(field => [field, draft[field]]))
  return (
    <>
      <p>
        <strong>{isUsual ? texts.fromUsual : texts.from(days)}</strong> <Looked preview={preview} />{' '}
        {trial !== null && allTexts.preview.raised(trial.raised.length)}
      </p>
      <p>
        {limitsOf(threshold)
          .map(limit => limitText(limit, formats.exact(limit.value, unit)))
          .join(', ')}
      </p>
      {leftOut.map(side => (
        <p key={side}>{texts.leftOut[side]}</p>
      ))}
      {trial !== null && trial.raised.length >= TOO_MANY_RAISED ? (
        <p>{texts.tooMany(TOO_MANY_RAISED)}</p>
      ) : (
        <Button size="compact-xs" variant="default" onClick={() => onUsed(limits)}>
          {texts.use}
        </Button>
      )}
    </>
  )
}

type Disagreement = Extract<Suggestion, {kind: 'disagreeing'}>

function Disagreeing({
  suggestion: {lowest, highest},
  preview,
  unit,
}: Omit<Props, 'onUsed'> & {suggestion: Disagreement}) {
  const {formats} = useApplication()
  const paths = usePaths()
  const key = useSelector(preview, s => s.context.key)
  const said = ({low, high}: DeviceRange) => `${formats.number(low, {unit})} – ${formats.number(high, {unit})}`
  return (
    <>
      <p>
        <strong>{texts.disagreeing}</strong>{' '}
        {texts.differ(lowest.device.name, said(lowest), highest.device.name, said(highest))}{' '}
        <Looked preview={preview} />
      </p>
      <ul>
        {[lowest, highest].map(({device: {id, name}}) => (
          <li key={id}>
            <Link to={paths.threshold(id, key)}>{texts.setOn(name)}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Says how many devices were looked at, unless the threshold is for one alone. */
export function Looked({preview}: {preview: ThresholdPreviewRef}) {
  const isForOne = preview.getSnapshot().context.owner.kind === 'device'
  const ofKey = useSelector(preview, s => s.context.ofKey)
  if (ofKey === null || isForOne) return null
  const {looked, total} = ofKey
  return <>{looked.length === total ? texts.overAll(total) : texts.overSome(looked.length, total)}</>
}
