"""The shapes of JSON answers: the OpenAPI document is made of them, and tests hold every answer against them.

A key is never taken away and never changes its type. New keys are added here first.
"""
