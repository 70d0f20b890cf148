"""Settings of the tests."""

from hypothesis import HealthCheck, settings

# How long an example takes says nothing on a busy machine; the first one builds tables of Unicode.
settings.register_profile("quincunx", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quincunx")
