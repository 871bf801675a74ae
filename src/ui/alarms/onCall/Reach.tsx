import {coloursOf, type NamedRota, type Person} from '../../../domain/alarms/onCall'
import {useApplication} from '../../kit/application'
import {channelNames} from '../../kit/text/texts'
import {personStyle} from './Calendar'
import calendar from './Calendar.module.css'
import styles from './OnCall.module.css'
import {texts} from './texts'

/** The people of a rota with their colours, and by what each is reached. */
export function Reach({rota, people}: {rota: NamedRota; people: readonly Person[]}) {
  const {formats} = useApplication()
  const written = ({name, isPresent, pushBrowsers = 0, reach}: Person) => {
    if (!isPresent) return texts.reach.none(name)
    const browsers = formats.exact(pushBrowsers)
    if (reach === undefined) return pushBrowsers === 0 ? texts.reach.mail(name) : texts.reach.push(name, browsers)
    const channels = [
      ...(reach.email ? [channelNames.email] : []),
      ...(reach.push && pushBrowsers > 0 ? [texts.reach.browsers(browsers)] : []),
      ...(reach.chat === null ? [] : [channelNames[reach.chat.kind]]),
    ]
    return channels.length === 0 ? texts.reach.mail(name) : texts.reach.chosen(name, channels.join(', '))
  }
  return (
    <ul className={styles.list} aria-label={texts.reach.title}>
      {[...coloursOf(rota)].flatMap(([id, colour]) => {
        const person = people.find(person => person.id === id)
        if (person === undefined) return []
        return (
          <li key={id} className={styles.actions}>
            <i className={calendar.swatch} style={personStyle(colour)} aria-hidden="true" />
            {written(person)}
          </li>
        )
      })}
    </ul>
  )
}
