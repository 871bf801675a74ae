import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {type Threshold, thresholdFrom} from '../../../../contract/rules/thresholds'
import {typedThreshold} from '../../../domain/console/thresholds/draft'
import {recordIn} from '../../../domain/console/thresholds/levels'
import {texts as rules} from '../../../domain/console/thresholds/texts'
import {inequalities} from '../../../domain/console/thresholds/words'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {useApplication} from '../../kit/application'
import {buttons} from '../../kit/buttonTexts'
import dialog from '../../kit/Dialog.module.css'
import {ChangedBy} from '../ChangedBy'
import {SideChoice} from '../SideChoice'
import {texts as common} from '../texts'
import styles from './Thresholds.module.css'
import {texts} from './texts'

/** Shows the typed threshold beside the one on the server, and asks which of them is kept. */
export function ThresholdConflict({thresholds}: {thresholds: ThresholdsRef}) {
  const draft = useSelector(thresholds, ({context}) => context.draft)
  const key = useSelector(thresholds, ({context}) => context.chosen ?? context.draft.key.trim())
  const attribute = useSelector(thresholds, ({context}) => context.levels?.own.attribute ?? null)
  const side = useSelector(thresholds, ({context}) => context.side)
  const change = useSelector(thresholds, ({context}) => context.change)
  const json = recordIn(attribute)[key]
  const theirs = json === undefined ? null : thresholdFrom(json)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    thresholds.send({type: 'side.confirmed'})
  }

  return (
    <form onSubmit={submit} className={dialog.content}>
      <ChangedBy text={common.changedBy(change?.email ?? null)} at={change?.at ?? attribute?.updatedAt ?? null} />
      <p role="alert">{texts.conflict.changed}</p>
      <SideChoice
        legend={texts.conflict.legend}
        mine={{label: common.sides.mine, value: <Words threshold={typedThreshold(draft)} />}}
        theirs={{
          label: common.sides.theirs,
          value: typeof theirs === 'string' ? rules.faults[theirs] : <Words threshold={theirs} />,
        }}
        chosen={side}
        onChoose={name => thresholds.send({type: 'side.chosen', side: name})}
      />
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => thresholds.send({type: 'dialog.closed'})}>
          {texts.conflict.back}
        </Button>
        <Button type="submit">{buttons.save}</Button>
      </div>
    </form>
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
