import {readRoom, walkRoom} from '../../support/gallery'

walkRoom('telemetry/charts')
readRoom('telemetry/charts')
