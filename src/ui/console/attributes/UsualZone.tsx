import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {isRecord} from '../../../../contract/rules/json'
import {usualZone} from '../../../../contract/rules/usual/zone'
import {isSameAttribute, USUAL_SETTING} from '../../../domain/console/attribute'
import {parsedJson} from '../../../domain/console/records/typedJson'
import type {AttributesRef, AttributesSnapshot} from '../../../machines/console/record/attributes'
import {ZoneField} from '../../kit/picker/ZoneField'
import styles from './Attributes.module.css'
import {texts} from './texts'

const settingIn = ({context: {attributes}}: AttributesSnapshot) =>
  attributes.find(attribute => isSameAttribute(attribute, USUAL_SETTING))

/** Says by the weeks of which time zone the server learns what is usual, and opens the form of that attribute. */
export function UsualZone({attributes, isReadOnly}: {attributes: AttributesRef; isReadOnly: boolean}) {
  const zone = useSelector(attributes, s => usualZone(settingIn(s)?.value.value))
  const isShown = useSelector(attributes, s => s.matches('shown'))
  const open = () => {
    const attribute = settingIn(attributes.getSnapshot())
    attributes.send({type: 'scope.chosen', scope: USUAL_SETTING.scope})
    attributes.send(attribute === undefined ? {type: 'add.requested'} : {type: 'edit.requested', attribute})
    if (attribute?.value.type === 'json') return
    attributes.send({type: 'type.chosen', valueType: 'json'})
    attributes.send({type: 'draft.changed', change: {key: USUAL_SETTING.key, text: JSON.stringify({timeZone: zone})}})
  }
  return (
    <p className={styles.usual}>
      {texts.usual.learned(zone.replaceAll('_', ' '))}
      {!isReadOnly && (
        <Button size="compact-sm" variant="default" disabled={!isShown} onClick={open}>
          {texts.usual.change}
        </Button>
      )}
    </p>
  )
}

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
