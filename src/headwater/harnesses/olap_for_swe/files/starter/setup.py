from setuptools import setup

setup(name="starter", version="0.1", install_requires=["moose-lib"])
