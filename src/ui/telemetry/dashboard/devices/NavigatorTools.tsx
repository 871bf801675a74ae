import {useSelector} from '@xstate/react'
import {useState} from 'react'
import {countText} from '../../../../../contract/rules/format/numbers'
import {SEVERITIES} from '../../../../../contract/rules/thresholds'
import {isAny} from '../../../../domain/telemetry/devices/deviceStates'
import type {Facet} from '../../../../domain/telemetry/devices/navigator'
import {SORTS, STATUSES} from '../../../../domain/telemetry/devices/navigatorView'
import type {Freshness} from '../../../../domain/telemetry/readings/freshness'
import type {NavigatorRef} from '../../../../machines/telemetry/navigator'
import {useApplication} from '../../../kit/application'
import {SearchField} from '../../../kit/form/SearchField'
import {IconArrowDownUp, IconLayers, IconListTree, IconSlidersHorizontal} from '../../../kit/mark/icons'
import {SeverityMark} from '../../../kit/mark/SeverityMark'
import {StatusMark} from '../../../kit/mark/StatusMark'
import spoken from '../../../kit/text/Spoken.module.css'
import {texts as kit} from '../../../kit/text/texts'
import {statusOf} from '../../freshness/FreshnessMark'
import {texts} from '../texts'
import styles from './Navigator.module.css'
import {statusWord} from './words'

const FILTERS_ID = 'devices-filters'

/** Search, filters, order and grouping of the list. */
export function NavigatorTools({navigator}: {navigator: NavigatorRef}) {
  const q = useSelector(navigator, s => s.context.view.q)
  return (
    <search className={styles.tools} aria-label={texts.navigator.title}>
      <SearchField
        label={texts.navigator.search}
        placeholder={texts.navigator.searchHint}
        value={q}
        onTyped={q => navigator.send({type: 'search.typed', q})}
      />
      <StatusChips navigator={navigator} />
      <Order navigator={navigator} />
    </search>
  )
}

function StatusChips({navigator}: {navigator: NavigatorRef}) {
  const counts = useSelector(navigator, s => s.context.counts)
  const chosen = useSelector(navigator, s => s.context.view.statuses)
  const {formats} = useApplication()
  const isRead = STATUSES.some(status => status !== 'notRead' && isAny(counts[status]))
  const isPast = isAny(counts.replay)
  const isOffered = {
    fresh: !isPast,
    late: true,
    linkDown: true,
    never: true,
    replay: isPast,
    notRead: isRead && isAny(counts.notRead),
  } satisfies Record<Freshness, boolean>
  const offered = STATUSES.filter(status => isOffered[status] || chosen.includes(status))
  return (
    <fieldset className={styles.statuses}>
      <legend className={spoken.spoken}>{texts.navigator.status}</legend>
      {offered.map(status => (
        <button
          key={status}
          type="button"
          className={styles.status}
          data-none={!isAny(counts[status]) || undefined}
          aria-pressed={chosen.includes(status)}
          onClick={() => navigator.send({type: 'filter.toggled', field: 'statuses', value: status})}
        >
          <StatusMark status={statusOf(status)}>
            <span className={styles.number}>{countText(formats, counts[status])}</span>
          </StatusMark>{' '}
          <span className={styles.word}>{statusWord(status)}</span>
        </button>
      ))}
      <SeverityChips navigator={navigator} />
    </fieldset>
  )
}

/** The devices with alarms, by the most urgent one of each. */
function SeverityChips({navigator}: {navigator: NavigatorRef}) {
  const counts = useSelector(navigator, s => s.context.severityCounts)
  const chosen = useSelector(navigator, s => s.context.view.severities)
  const {formats} = useApplication()
  return SEVERITIES.toReversed().map(severity => (
    <button
      key={severity}
      type="button"
      className={styles.status}
      data-none={!isAny(counts[severity]) || undefined}
      aria-pressed={chosen.includes(severity)}
      data-severity={severity}
      onClick={() => navigator.send({type: 'filter.toggled', field: 'severities', value: severity})}
    >
      <SeverityMark severity={severity}>
        <span className={styles.number}>{countText(formats, counts[severity])}</span>
      </SeverityMark>{' '}
      <span className={styles.word}>{kit.severities[severity]}</span>
    </button>
  ))
}

function Order({navigator}: {navigator: NavigatorRef}) {
  const {sort, group, hasKeys, types, labels} = useSelector(navigator, s => s.context.view)
  const facets = useSelector(navigator, s => s.context.facets)
  const groupings = useSelector(navigator, s => s.context.groupings)
  const [isOpen, setIsOpen] = useState(false)
  const filters = types.length + labels.length
  const hasFacets = facets.types.length + facets.labels.length > 0
  return (
    <>
      <div className={styles.order}>
        <label className={styles.choice}>
          <IconArrowDownUp aria-hidden="true" />
          <span className={spoken.spoken}>{texts.navigator.sort}</span>
          <select
            value={sort}
            onChange={({target}) => {
              const chosen = SORTS.find(each => each === target.value)
              if (chosen !== undefined) navigator.send({type: 'sort.chosen', sort: chosen})
            }}
          >
            {SORTS.map(each => (
              <option key={each} value={each}>
                {texts.navigator.sorts[each]}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.choice}>
          <IconLayers aria-hidden="true" />
          <span className={spoken.spoken}>{texts.navigator.group}</span>
          <select
            value={group}
            onChange={({target}) => {
              const chosen = groupings.find(each => each === target.value)
              if (chosen !== undefined) navigator.send({type: 'group.chosen', group: chosen})
            }}
          >
            {groupings.map(each => (
              <option key={each} value={each}>
                {texts.navigator.groupings[each]}
              </option>
            ))}
          </select>
        </label>
        {hasFacets && (
          <button
            type="button"
            className={styles.tool}
            aria-expanded={isOpen}
            aria-controls={FILTERS_ID}
            aria-label={filters === 0 ? texts.navigator.filter : texts.navigator.filters(filters)}
            title={texts.navigator.filter}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconSlidersHorizontal aria-hidden="true" />
            {filters > 0 && <span className={styles.number}>{filters}</span>}
          </button>
        )}
        <button
          type="button"
          className={styles.tool}
          aria-pressed={hasKeys}
          aria-label={texts.navigator.keys}
          title={texts.navigator.keys}
          onClick={() => navigator.send({type: 'keys.toggled'})}
        >
          <IconListTree aria-hidden="true" />
        </button>
      </div>
      {hasFacets && (
        <div id={FILTERS_ID} className={styles.facets} hidden={!isOpen}>
          <FacetChips navigator={navigator} field="types" facets={facets.types} chosen={types} />
          <FacetChips navigator={navigator} field="labels" facets={facets.labels} chosen={labels} />
        </div>
      )}
    </>
  )
}

interface Props {
  navigator: NavigatorRef
  field: 'types' | 'labels'
  facets: readonly Facet[]
  chosen: readonly string[]
}

/** All types or labels, to filter by any number of them. */
function FacetChips({navigator, field, facets, chosen}: Props) {
  if (facets.length === 0) return null
  return (
    <fieldset className={styles.chips}>
      <legend className={styles.legend}>{texts.navigator[field]}</legend>
      {facets.map(({value, devices}) => {
        const title = value === '' ? texts.devices[field === 'types' ? 'noType' : 'noLabel'] : value
        return (
          <button
            key={value}
            type="button"
            className={styles.chip}
            aria-pressed={chosen.includes(value)}
            title={title}
            onClick={() => navigator.send({type: 'filter.toggled', field, value})}
          >
            <span className={styles.number}>{devices}</span> <bdi className={styles.facet}>{title}</bdi>
          </button>
        )
      })}
    </fieldset>
  )
}
