import {useSelector} from '@xstate/react'
import {isRecord} from '../../../../contract/rules/json'
import {usualZone} from '../../../../contract/rules/usual/zone'
import {isSameAttribute, USUAL_SETTING} from '../../../domain/console/attribute'
import {parsedJson} from '../../../domain/console/records/typedJson'
import type {AttributesRef, AttributesSnapshot} from '../../../machines/console/record/attributes'
import {ZoneField} from '../../kit/picker/ZoneField'
import styles from './Attributes.module.css'
import {texts} from './texts'

/** Whether the form is that of the time zone, and holds nothing that a picker would drop. */
export const isOfUsualZone = ({context: {owner, scope, chosen, draft}}: AttributesSnapshot): boolean =>
  owner.kind === 'organisation' &&
  isSameAttribute(chosen ?? {scope, key: draft.key}, USUAL_SETTING) &&
  draft.type === 'json' &&
  isRecord(parsedJson(draft.text))

/** Writes the time zone into the JSON of the draft, and says what follows of it. */
export function UsualZoneField({attributes}: {attributes: AttributesRef}) {
  const setting = useSelector(attributes, ({context}) => context.draft.text)
  const known = parsedJson(setting)
  const choose = (zone: string) => {
    const changed = {...(isRecord(known) && known), timeZone: zone}
    attributes.send({type: 'draft.changed', change: {text: JSON.stringify(changed)}})
  }
  return (
    <>
      <ZoneField label={texts.usual.zone} zone={usualZone(known)} onChosen={choose} />
      <p className={styles.note}>{texts.usual.relearned}</p>
    </>
  )
}
