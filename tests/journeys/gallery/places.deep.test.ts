import {walkRoom} from '../support/gallery'

walkRoom('places')
